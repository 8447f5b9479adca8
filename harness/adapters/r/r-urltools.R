# conform-about: R's package urltools: puny_encode and puny_decode.
# conform-needs: Rscript
# conform-packages: r-cran-urltools
# conform-layer: a-label
# conform-run: Rscript --vanilla {source}

# The codec: what another library would need changed.

library(urltools)

call <- function(operation, text) switch(operation, encode = puny_encode(text), decode = puny_decode(text), text)

# It takes a URL, whose parts end at these.
lacks <- "2e,2f,3a"

# The protocol: one answer a line, code points in hexadecimal.

# A string is UTF-8 here and ends at NUL.
held <- function(numbers) !anyNA(numbers) && all(numbers > 0 & numbers <= 0x10FFFF & bitwShiftR(numbers, 11) != 27)

# The numbers of octets in the form of UTF-8, also of surrogates, which R does not read; NA if they are not of this form.
code_points <- function(octets) {
  first <- which(bitwAnd(octets, 0xC0L) != 0x80L)
  numbers <- octets[first]
  size <- 1L + (numbers >= 0xC0L) + (numbers >= 0xE0L) + (numbers >= 0xF0L)
  if (length(octets) && (!identical(first[1], 1L) || any(diff(c(first, length(octets) + 1L)) != size))) return(NA)
  numbers <- bitwAnd(numbers, c(0x7FL, 0x1FL, 0x0FL, 0x07L)[size])
  for (place in 1:3) {
    more <- size > place
    numbers[more] <- numbers[more] * 64L + bitwAnd(octets[first[more] + place], 0x3FL)
  }
  numbers
}

answer <- function(operation, numbers) {
  if (!held(numbers)) return("unsupported by UTF-8 strings")
  why <- "NA"
  output <- tryCatch(
    withCallingHandlers(call(operation, intToUtf8(numbers)), warning = function(w) {
      why <<- gsub("\\s+", " ", conditionMessage(w))
      invokeRestart("muffleWarning")
    }),
    error = function(e) structure(NA, fault = conditionMessage(e))
  )
  if (!is.null(attr(output, "fault"))) return(paste("fault error:", attr(output, "fault")))
  # The package refuses by NA and a warning.
  if (is.na(output)) return(paste("reject", enc2utf8(why)))
  octets <- as.integer(charToRaw(output))
  points <- code_points(octets)
  if (anyNA(points)) return(paste(c("fault UTF-8: the result is not valid:", sprintf("%x", octets)), collapse = " "))
  paste(c("ok", sprintf("%x", points)), collapse = " ")
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1))) {
  words <- strsplit(trimws(line), "\\s+")[[1]]
  if (words[1] == "conform") {
    cat("conform 1 name=urltools version=", format(packageVersion("urltools")), " language=R lacks=", lacks, " echo=yes\n", sep = "")
  } else {
    cat(words[1], " ", answer(words[2], strtoi(words[-(1:2)], 16L)), "\n", sep = "")
  }
  flush(stdout())
}
