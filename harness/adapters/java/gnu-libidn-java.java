// conform-about: GNU libidn for Java: gnu.inet.encoding.Punycode.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 1.15
// conform-with: Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=org.gnu.inet:libidn:{version}
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* GnuLibidnAdapter {version}

import gnu.inet.encoding.Punycode;
import java.io.IOException;
import java.util.Map;

class GnuLibidnAdapter {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of("encode", Punycode::encode, "decode", Punycode::decode);
        Protocol.serve("GNU libidn for Java", arguments[0], "language=Java", calls, "PunycodeException");
    }
}
