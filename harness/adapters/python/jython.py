# conform-about: Jython's "punycode" codec, which is Java: unicode.encode and str.decode.
# conform-needs: java mvn
# conform-packages: default-jre-headless maven
# conform-versions: 2.7.4
# conform-with: protocol.py
# conform-build: mvn -q org.apache.maven.plugins:maven-dependency-plugin:3.6.0:copy -DoutputDirectory={build}/lib -Dmdep.stripVersion=true -Dartifact=org.python:jython-standalone:{version}
# conform-run: java -jar {build}/lib/jython-standalone.jar -B {source}

import protocol

# It refuses by a ValueError: a UnicodeError, and for a surrogate that of unichr.
calls = {
    "encode": lambda text: text.encode("punycode"),
    "decode": lambda label: label.encode("utf-8").decode("punycode"),
}
protocol.serve("Jython punycode codec", protocol.PYTHON_VERSION, calls, (ValueError,))
