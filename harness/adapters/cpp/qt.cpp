// conform-about: Qt: QUrl::toAce and QUrl::fromAce.
// conform-needs: c++ pkg-config sh
// conform-packages: g++ pkg-config qt6-base-dev qtbase5-dev
// conform-versions: 6 5
// conform-layer: a-label
// conform-build: sh -c 'c++ -O1 -fPIC -o "$0" "$1" $(pkg-config --cflags --libs Qt{version}Core)' {build}/qt{exe} {source}
// conform-run: {build}/qt{exe}
#include <QByteArray>
#include <QString>
#include <QUrl>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

// The codec: what another library would need changed. It refuses by an empty string, and takes a domain, which it splits at
// the dots of IDNA. It shows the Unicode form only for top-level domains on a list, so each label gets one of these.

static const QString DOMAIN = QStringLiteral(".de");

static QString call(const std::string &operation, const QString &text) {
    if (operation == "echo") return text;
    QString domain = operation == "encode" ? QString::fromLatin1(QUrl::toAce(text + DOMAIN))
                                           : QUrl::fromAce(text.toUtf8() + DOMAIN.toLatin1());
    return domain.endsWith(DOMAIN) ? domain.chopped(DOMAIN.size()) : QString();
}

// The protocol: one answer a line, code points in hexadecimal.

static std::string answer(const std::string &operation, std::istringstream &words) {
    QString input(0, Qt::Uninitialized);  // empty, not null
    for (std::string word; words >> word;) {
        std::uint64_t value = word.size() > 15 ? UINT64_MAX : std::stoull(word, nullptr, 16);
        // A string is UTF-16 here, and passed on as UTF-8.
        if (value > 0x10FFFF || value >> 11 == 0x1B) return "unsupported by UTF-16 and UTF-8";
        char32_t code_point = value;
        input += QString::fromUcs4(&code_point, 1);
    }
    QString output = call(operation, input);
    if (output.isNull()) return "reject an empty string";
    std::ostringstream reply;
    reply << "ok" << std::hex;
    for (uint code_point : output.toUcs4()) reply << ' ' << code_point;
    return reply.str();
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string first, second;
        words >> first >> second;
        if (first == "conform")
            std::cout << "conform 1 name=Qt version=" << qVersion() << " language=C%2B%2B lacks=2e,3002,ff0e,ff61 echo=yes";
        else
            std::cout << first << ' ' << answer(second, words);
        std::cout << std::endl;  // which flushes
    }
}
