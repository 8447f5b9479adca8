// conform-about: Apache HttpClient 4: the protected decode of org.apache.http.client.utils.Rfc3492Idn. It has no encoder.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 4.5.14
// conform-with: Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=org.apache.httpcomponents:httpclient:{version}
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* HttpClientAdapter {version}

import java.io.IOException;
import java.util.Map;
import org.apache.http.client.utils.Rfc3492Idn;

class HttpClientAdapter extends Rfc3492Idn {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of("decode", label -> new HttpClientAdapter().decode(label));
        Protocol.serve("Apache HttpClient", arguments[0], "language=Java", calls, "IllegalArgumentException");
    }
}
