%% conform-about: Erlang's library idna: idna:alabel/1 and idna:ulabel/1.
%% conform-needs: escript
%% conform-packages: erlang-base erlang-idna
%% conform-layer: a-label
%% conform-with: protocol.hrl
%% conform-run: escript {source}
-mode(compile).
-include("protocol.hrl").

call("encode", CodePoints) -> idna:alabel(CodePoints);
call("decode", CodePoints) -> idna:ulabel(CodePoints).

is_rejection(exit, {bad_label, _}) -> true;
is_rejection(exit, badarg) -> true;     % these are of its Punycode
is_rejection(exit, overflow) -> true;
is_rejection(_Class, _Reason) -> false.
