// The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

//! Answers requests until the input ends.
//! @param codec
//!   encode and decode, which take and return a string.
//! @param rejections
//!   The beginnings of the messages by which the codec refuses an input; any other error is a fault.
int serve(string name, mapping(string:function) codec, array(string) rejections)
{
  codec += (["echo": lambda(string text) { return text; }]);
  while (string line = Stdio.stdin->gets()) {
    array(string) words = line / " " - ({ "" });
    if (words[0] == "conform")
      write("conform 1 name=%s version=%s.%d language=Pike ops=encode,decode echo=yes\n",
            name, sprintf("%.1f", __REAL_VERSION__), __REAL_BUILD__);
    else
      write("%s %s\n", words[0], answer(codec[words[1]], numbers(words[2..]), rejections));
  }
}

array(int) numbers(array(string) words)
{
  return map(words, lambda(string word) { return array_sscanf(word, "%x")[0]; });
}

string answer(function codec, array(int) code_points, array(string) rejections)
{
  // A string holds 32-bit integers with a sign.
  if (sizeof(filter(code_points, `>, 0x7fffffff))) return "unsupported by Pike strings";
  string output;
  mixed error = catch { output = codec((string) code_points); };
  if (!error) return (({ "ok" }) + map((array(int)) output, hexadecimal)) * " ";
  string message = string_to_utf8((describe_error(error) / "\n")[0]);
  foreach (rejections, string start)
    if (has_prefix(message, start)) return "reject " + message;
  return "fault error: " + message;
}

string hexadecimal(int character)
{
  return sprintf("%x", character & 0xffffffff);
}
