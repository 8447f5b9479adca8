-- conform-about: Haskell's package idna: toASCII and toUnicode of Text.IDNA.
-- conform-needs: ghc
-- conform-packages: ghc libghc-idna-dev
-- conform-layer: a-label
-- conform-with: Protocol.hs
-- conform-build: ghc -v0 -O -i{folder} -outputdir {build} -o {build}/adapter{exe} {source}
-- conform-run: {build}/adapter{exe}
{-# LANGUAGE CPP #-}

import Protocol (serve)
import qualified Text.IDNA as IDNA

main :: IO ()
main = serve ("name=idna version=" ++ VERSION_idna) call
  where
    -- The flags: code points that Unicode 3.2 leaves unassigned are no error, host names may have more than STD3 allows.
    call "encode" = maybe (Left "Nothing") Right . IDNA.toASCII True False
    call _ = Right . IDNA.toUnicode True False
