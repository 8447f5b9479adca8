// conform-about: OkHttp's Kotlin: the internal okhttp3.internal.idn.Punycode.decode, without its xn--. Its encoder leaves ASCII alone.
// conform-needs: java javac mvn
// conform-packages: default-jdk-headless maven
// conform-versions: 5.1.0
// conform-with: ../java/Protocol.java
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.squareup.okhttp3:okhttp-jvm:{version}
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=com.squareup.okio:okio-jvm:3.15.0
// conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dartifact=org.jetbrains.kotlin:kotlin-stdlib:2.2.0
// conform-build: javac -cp {build}/lib/* -d {build} {source} {folder}/../java/Protocol.java
// conform-run: java -cp {build}:{build}/lib/* OkHttpAdapter

import java.io.IOException;
import java.util.Map;
import okhttp3.OkHttp;
import okhttp3.internal.idn.Punycode;

class OkHttpAdapter {
    /** The text of a label, to which decode wants the prefix; null is how it refuses. */
    static String decode(String label) throws Protocol.Refused {
        String text = Punycode.INSTANCE.decode("xn--" + label);
        if (text == null) throw new Protocol.Refused("null");
        return text;
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, Protocol.Call> calls = Map.of("decode", OkHttpAdapter::decode);
        // It splits at dots.
        Protocol.serve("okhttp3.internal.idn.Punycode", OkHttp.VERSION, "language=Kotlin lacks=2e", calls);
    }
}
