-- The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.
module Protocol (serve) where

import Control.Exception (SomeException, displayException, evaluate, try)
import Data.Char (chr, ord)
import qualified Data.Text as T
import Numeric (readHex, showHex)
import System.IO (BufferMode (LineBuffering), hSetBuffering, hSetEncoding, isEOF, stdout, utf8)

-- | Answers requests until the input ends. What is adapted takes an operation, encode or decode, and a text; on the left it
-- says why it refuses that. Any exception is a fault.
serve :: String -> (String -> T.Text -> Either String T.Text) -> IO ()
serve handshake adapted = hSetEncoding stdout utf8 >> hSetBuffering stdout LineBuffering >> loop
  where
    loop = isEOF >>= \ended -> if ended then pure () else getLine >>= respond . words >> loop
    respond ("conform" : _) = putStrLn ("conform 1 language=Haskell echo=yes " ++ handshake)
    respond (number : operation : numbers) = answer operation (map (fst . head . readHex) numbers) >>= putStrLn . ((number ++ " ") ++)
    respond _ = pure ()
    answer operation codePoints
      | all held codePoints = outcome <$> try (evaluate (forced (called operation (T.pack (map (chr . fromInteger) codePoints)))))
      | otherwise = pure "unsupported by Text"
    called "echo" = Right
    called operation = adapted operation
    forced result = either length T.length result `seq` result

-- | A Text holds what UTF-16 does.
held :: Integer -> Bool
held number = number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF)

outcome :: Either SomeException (Either String T.Text) -> String
outcome (Left exception) = "fault exception: " ++ unwords (words (displayException exception))
outcome (Right (Left why)) = "reject " ++ why
outcome (Right (Right output)) = unwords ("ok" : map (\char -> showHex (ord char) "") (T.unpack output))
