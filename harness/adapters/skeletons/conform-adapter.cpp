// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the function below; until then every request is answered "unsupported". The rest can stay as it is.
#include <cstdint>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

static const char NAME[] = "@NAME@", VERSION[] = "unknown";  // better: the version as the library itself says it

struct Rejected : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// ==== YOUR CODEC =====================================================================================================
// Gets code points and gives code points. If the codec refuses the input, throw Rejected; if its strings cannot hold the
// input, throw Unsupported. Any other exception is reported as a fault. For example:
//
//     try {
//         return operation == "encode" ? code_points(mylib::encode(input)) : mylib::decode(utf8(input));
//     } catch (const mylib::Error &e) {
//         throw Rejected(e.what());
//     }
//
// Where a string of the codec is std::string, utf8 makes one of code points, and code_points reads one. To cast code points
// to char would make other letters of them.

// Code points in UTF-8, which cannot hold surrogates, nor what is above 10FFFF.
inline std::string utf8(const std::u32string &input) {
    std::string text;
    for (char32_t c : input) {
        if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) throw Unsupported("by UTF-8 strings");
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // octets after the first
        text += static_cast<char>(more ? (0xFF00 >> (more + 1) & 0xFF) | c >> 6 * more : c);
        while (more--) text += static_cast<char>(0x80 | (c >> 6 * more & 0x3F));
    }
    return text;
}

// The code points of octets in the form of UTF-8: also surrogates and above 10FFFF, which a codec must not but may give.
inline std::u32string code_points(const std::string &text) {
    static const char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // by the number of octets
    std::u32string output;
    for (std::size_t at = 0, length; at < text.size(); at += length) {
        unsigned char first = static_cast<unsigned char>(text[at]);
        length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        bool valid = (first < 0x80 || first >= 0xC0) && first < 0xF8 && length <= text.size() - at;
        char32_t c = length > 1 ? first & 0x7F >> length : first;
        for (std::size_t i = at + 1; valid && i < at + length; i++) {
            valid = (text[i] & 0xC0) == 0x80;
            c = c << 6 | (text[i] & 0x3F);
        }
        if (!valid || c < least[length]) throw std::runtime_error("the result is not valid UTF-8");
        output += c;
    }
    return output;
}

static std::u32string call(const std::string &operation, const std::u32string &input) {
    (void)operation, (void)input;
    throw Unsupported("not filled in");
}

// ==== The protocol: one answer a line, code points in hexadecimal =====================================================

static std::string one_line(std::string message) {
    for (char &c : message)
        if (c == '\n' || c == '\r') c = ' ';
    return message.substr(0, 200);
}

static std::string answer(const std::string &operation, std::istringstream &words) {
    if (operation != "encode" && operation != "decode") return "fault no such operation";
    std::u32string input;
    for (std::string word; words >> word;) {
        std::uint64_t value = 0;
        try {
            value = std::stoull(word, nullptr, 16);
        } catch (const std::out_of_range &) {
            return "unsupported by 64-bit integers";
        }
        if (value > 0xFFFFFFFF) return "unsupported by 32-bit integers";
        input.push_back(static_cast<char32_t>(value));
    }
    try {
        std::ostringstream reply;
        reply << "ok" << std::hex;
        for (char32_t c : call(operation, input)) reply << ' ' << static_cast<std::uint32_t>(c);
        return reply.str();
    } catch (const Rejected &e) {
        return "reject " + one_line(e.what());
    } catch (const Unsupported &e) {
        return std::string("unsupported ") + e.what();
    } catch (const std::exception &e) {
        return "fault " + one_line(e.what());
    } catch (...) {
        return "fault an exception that is no std::exception";
    }
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string first, second;
        if (!(words >> first >> second)) continue;
        if (first == "conform")
            std::cout << "conform 1 name=" << NAME << " version=" << VERSION << " language=@LANGUAGE@ ops=encode,decode";
        else
            std::cout << first << ' ' << answer(second, words);
        std::cout << std::endl;  // which flushes
    }
}
