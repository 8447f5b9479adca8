// conform-about: OkHttp's Kotlin: HttpUrl.Builder.host, which gives the ASCII of a label.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 5.1.0
// conform-layer: a-label
// conform-with: ../java/Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.squareup.okhttp3:okhttp-jvm:{version}
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.squareup.okio:okio-jvm:3.15.0
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=org.jetbrains.kotlin:kotlin-stdlib:2.2.0
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/../java/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* OkHttpHostAdapter

import java.io.IOException;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.OkHttp;

class OkHttpHostAdapter {
    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of(
                "encode", label -> new HttpUrl.Builder().scheme("http").host(label).build().host());
        // It reads the host of a URL.
        String handshake = "language=Kotlin lacks=2e,3002,ff0e,ff61,25,3a,5b,5d";
        Protocol.serve("OkHttp HttpUrl", OkHttp.VERSION, handshake, calls, "IllegalArgumentException");
    }
}
