# A codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter, crashes on "z", and
# encodes an all-basic string without its delimiter.
module Punycode
  DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789".freeze
  LIMIT = 1 << 40
  WRONG = ENV.key?("PUNYCODE_WRONG")

  module_function

  def adapt(delta, count, damp)
    delta /= damp
    delta += delta / count
    k = 0
    (delta /= 35; k += 36) while delta > 455
    k + 36 * delta / (delta + 38)
  end

  def encode(text)
    points = text.codepoints
    out = points.select { |c| c < 0x80 }
    basic = done = out.size
    out << 0x2D if basic > 0 && !(WRONG && basic == points.size)
    n, bias, delta = 0x80, 72, 0
    while done < points.size
      following = points.select { |c| c >= n }.min
      delta += (following - n) * (done + 1)
      n = following
      points.each do |c|
        delta += 1 if c < n
        next if c != n

        q, k = delta, 36
        while q >= (t = (k - bias).clamp(1, 26))
          out << DIGITS[t + (q - t) % (36 - t)].ord
          q = (q - t) / (36 - t)
          k += 36
        end
        out << DIGITS[q].ord
        bias = adapt(delta, done + 1, done == basic ? 700 : 2)
        done += 1
        delta = 0
      end
      delta += 1
      n += 1
    end
    out.pack("U*")
  end

  def decode(encoded)
    last = encoded.rindex("-") || -1
    points = last > 0 ? encoded[0, last].codepoints : []
    raise ArgumentError, "not basic" if points.any? { |c| c >= 0x80 }

    at = last > 0 || (last == 0 && WRONG) ? last + 1 : 0
    n, i, bias = 0x80, 0, 72
    while at < encoded.size
      old, w, k = i, 1, 36
      loop do
        raise ArgumentError, "truncated" if at == encoded.size && !(WRONG && encoded == "z")

        digit = DIGITS.index(encoded[at].downcase(:ascii)) or raise ArgumentError, "no digit"
        at += 1
        i += digit * w
        t = (k - bias).clamp(1, 26)
        break if digit < t

        w *= 36 - t
        k += 36
        raise ArgumentError, "overflow" if i > LIMIT || w > LIMIT
      end
      bias = adapt(i - old, points.size + 1, old == 0 ? 700 : 2)
      n += i / (points.size + 1)
      i %= points.size + 1
      raise ArgumentError, "no scalar value" if n > 0x10FFFF || n.between?(0xD800, 0xDFFF)

      points.insert(i, n)
      i += 1
    end
    points.pack("U*")
  end
end
