// conform-about: ICU4J: labelToASCII and labelToUnicode of com.ibm.icu.text.IDNA, UTS 46 with default options.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 77.1 72.1 4.8.2
// conform-layer: a-label
// conform-with: Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.ibm.icu:icu4j:{version}
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* Icu4jUts46Adapter {version}

import com.ibm.icu.text.IDNA;
import java.io.IOException;
import java.util.Map;

class Icu4jUts46Adapter {
    /** The result; beside an error there is one too. */
    static CharSequence given(StringBuilder result, IDNA.Info info) throws Protocol.Refused {
        if (info.hasErrors()) throw new Protocol.Refused(info.getErrors().toString());
        return result;
    }

    public static void main(String[] arguments) throws IOException {
        IDNA idna = IDNA.getUTS46Instance(IDNA.DEFAULT);
        Map<String, Protocol.Call> calls = Map.of(
                "encode", label -> {
                    IDNA.Info info = new IDNA.Info();
                    return given(idna.labelToASCII(label, new StringBuilder(), info), info);
                },
                "decode", label -> {
                    IDNA.Info info = new IDNA.Info();
                    return given(idna.labelToUnicode(label, new StringBuilder(), info), info);
                });
        Protocol.serve("ICU4J UTS 46", arguments[0], "language=Java", calls);
    }
}
