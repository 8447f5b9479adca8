// conform-about: ICU4J, the International Components for Unicode: com.ibm.icu.impl.Punycode.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 77.1 72.1 4.8.2
// conform-with: Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.ibm.icu:icu4j:{version}
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* Icu4jAdapter {version}

import com.ibm.icu.impl.Punycode;
import java.io.IOException;
import java.util.Map;

class Icu4jAdapter {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of(
                "encode", text -> Punycode.encode(text, null),
                "decode", label -> Punycode.decode(label, null));
        // The second is for a label that is too long for it.
        Protocol.serve("ICU4J", arguments[0], "language=Java", calls, "StringPrepParseException", "ICUInputTooLongException");
    }
}
