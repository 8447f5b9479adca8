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

struct Unsupported : std::exception {
    const char *what() const noexcept override { return "not filled in"; }
};

// ==== YOUR CODEC =====================================================================================================
// Gets code points and gives code points. If the codec refuses the input, throw Rejected; if its strings cannot hold the
// input, throw Unsupported. Any other exception is reported as a fault. For example:
//
//     if (operation == "encode") {
//         std::string label = mylib::to_punycode(input);
//         return std::u32string(label.begin(), label.end());
//     }
//     try { return mylib::from_punycode(label_of(input)); } catch (const mylib::Error &e) { throw Rejected(e.what()); }

struct Rejected : std::runtime_error {
    using std::runtime_error::runtime_error;
};

static std::u32string call(const std::string &operation, const std::u32string &input) {
    (void)operation, (void)input;
    throw Unsupported();
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
