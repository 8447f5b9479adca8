-- conform-about: Haskell's package punycode: encode and decode of Data.Text.Punycode.
-- conform-needs: ghc
-- conform-packages: ghc libghc-punycode-dev
-- conform-with: Protocol.hs
-- conform-build: ghc -v0 -O -i{folder} -outputdir {build} -o {build}/adapter{exe} {source}
-- conform-run: {build}/adapter{exe}
{-# LANGUAGE CPP #-}

import Data.Bifunctor (first)
import qualified Data.Text.Encoding as T
import qualified Data.Text.Punycode as Punycode
import Protocol (serve)

main :: IO ()
main = serve ("name=punycode version=" ++ VERSION_punycode) call
  where
    call "encode" = Right . T.decodeLatin1 . Punycode.encode
    call _ = first show . Punycode.decode . T.encodeUtf8
