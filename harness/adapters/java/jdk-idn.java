// conform-about: OpenJDK: java.net.IDN.toASCII and java.net.IDN.toUnicode, which is IDNA2003.
// conform-needs: java javac
// conform-packages: default-jdk-headless
// conform-layer: a-label
// conform-with: Protocol.java
// conform-build: javac -d {build} {source} {folder}/Protocol.java
// conform-run: java -cp {build} JdkIdnAdapter

import java.io.IOException;
import java.net.IDN;
import java.util.Map;

class JdkIdnAdapter {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of("encode", IDN::toASCII, "decode", IDN::toUnicode);
        // It splits at dots. ToUnicode "never fails": what it cannot decode it gives back.
        String handshake = "language=Java lacks=2e,3002,ff0e,ff61 a-label-errors.decode=unchanged";
        Protocol.serve("java.net.IDN", Runtime.version().toString(), handshake, calls, "IllegalArgumentException");
    }
}
