%% conform-about: Erlang's library idna: punycode:encode/1 and punycode:decode/1.
%% conform-needs: escript
%% conform-packages: erlang-base erlang-idna
%% conform-with: protocol.hrl
%% conform-run: escript {source}
%% conform-fickle: it takes cubic time, so some long inputs meet the time limit
-mode(compile).
-include("protocol.hrl").

call("encode", CodePoints) -> punycode:encode(CodePoints);
call("decode", CodePoints) -> punycode:decode(CodePoints).

is_rejection(exit, badarg) -> true;
is_rejection(exit, overflow) -> true;
is_rejection(exit, oveflow) -> true;    % as its encoder spells it
is_rejection(_Class, _Reason) -> false.
