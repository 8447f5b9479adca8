// conform-about: POCO: Net::DNS::encodeIDN and decodeIDN.
// conform-needs: c++
// conform-packages: g++ libpoco-dev
// conform-layer: a-label
// conform-build: c++ -O1 -o {build}/poco{exe} {source} -lPocoNet -lPocoFoundation
// conform-run: {build}/poco{exe}
#include <Poco/Environment.h>
#include <Poco/Exception.h>
#include <Poco/Net/DNS.h>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

// The codec: what another library would need changed. It refuses by its exceptions, and takes a domain, which it splits at dots.

static std::string call(const std::string &operation, const std::string &text) {
    if (operation == "echo") return text;
    return operation == "encode" ? Poco::Net::DNS::encodeIDN(text) : Poco::Net::DNS::decodeIDN(text);
}

// The protocol: one answer a line, code points in hexadecimal. Strings are UTF-8 here.

static void append(std::string &text, std::uint32_t c) {
    if (c < 0x80) text += char(c);
    else if (c < 0x800) text += {char(0xC0 | c >> 6), char(0x80 | (c & 63))};
    else if (c < 0x10000) text += {char(0xE0 | c >> 12), char(0x80 | (c >> 6 & 63)), char(0x80 | (c & 63))};
    else text += {char(0xF0 | c >> 18), char(0x80 | (c >> 12 & 63)), char(0x80 | (c >> 6 & 63)), char(0x80 | (c & 63))};
}

static std::string shown(const std::string &text) {
    std::ostringstream reply;
    reply << "ok" << std::hex;
    for (std::size_t at = 0; at < text.size();) {
        unsigned char lead = text[at++];
        int more = lead < 0x80 ? 0 : lead >> 5 == 6 ? 1 : lead >> 4 == 14 ? 2 : lead >> 3 == 30 ? 3 : -1;
        if (more < 0 || at + more > text.size()) return "fault UTF-8: the result is not well-formed";
        std::uint32_t c = more ? lead & (0x3F >> more) : lead;
        for (; more; more--) c = c << 6 | (text[at++] & 63);
        reply << ' ' << c;
    }
    return reply.str();
}

static std::string answer(const std::string &operation, std::istringstream &words) {
    std::string input;
    for (std::string word; words >> word;) {
        std::uint64_t value = word.size() > 15 ? UINT64_MAX : std::stoull(word, nullptr, 16);
        if (value > 0x10FFFF || value >> 11 == 0x1B) return "unsupported by UTF-8";
        append(input, std::uint32_t(value));
    }
    try {
        return shown(call(operation, input));
    } catch (const Poco::Exception &error) {
        return "reject " + error.displayText();
    }
}

int main() {
    const auto version = Poco::Environment::libraryVersion();
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string first, second;
        words >> first >> second;
        if (first == "conform")
            std::cout << "conform 1 name=POCO version=" << (version >> 24) << '.' << (version >> 16 & 255) << '.'
                      << (version >> 8 & 255) << " language=C%2B%2B lacks=2e echo=yes";
        else
            std::cout << first << ' ' << answer(second, words);
        std::cout << std::endl;  // which flushes
    }
}
