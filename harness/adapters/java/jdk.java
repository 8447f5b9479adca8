// conform-about: The codec inside OpenJDK, below java.net.IDN: jdk.internal.icu.impl.Punycode.
// conform-needs: java javac
// conform-packages: default-jdk-headless
// conform-with: Protocol.java
// conform-build: javac --add-exports java.base/jdk.internal.icu.impl=ALL-UNNAMED -d {build} {source} {folder}/Protocol.java
// conform-run: java --add-exports java.base/jdk.internal.icu.impl=ALL-UNNAMED -cp {build} JdkAdapter

import java.io.IOException;
import java.util.Map;
import jdk.internal.icu.impl.Punycode;

class JdkAdapter {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of(
                "encode", text -> Punycode.encode(new StringBuffer(text), null),
                "decode", label -> Punycode.decode(new StringBuffer(label), null));
        Protocol.serve("OpenJDK", Runtime.version().toString(), "language=Java", calls, "ParseException");
    }
}
