%% conform-about: Erlang's library idna: punycode:encode/1 and punycode:decode/1.
%% conform-needs: escript
%% conform-packages: erlang-base erlang-idna
%% conform-run: escript {source}
%% conform-fickle: it takes cubic time, so some long inputs meet the time limit
-mode(compile).

%% The codec: what another library would need changed. A string is a list of integers here, so it holds any.

call("encode", CodePoints) -> punycode:encode(CodePoints);
call("decode", CodePoints) -> punycode:decode(CodePoints).

%% The exits by which the codec refuses an input; anything else that it raises is a fault.
is_rejection(exit, badarg) -> true;
is_rejection(exit, overflow) -> true;
is_rejection(exit, oveflow) -> true;    % as its encoder spells it
is_rejection(_Class, _Reason) -> false.

version() ->
    application:load(idna),
    application:get_key(idna, vsn).

%% The protocol: one answer a line, code points in hexadecimal.

answer(Operation, CodePoints) ->
    try call(Operation, CodePoints) of
        Output -> ["ok" | [io_lib:format(" ~.16b", [CodePoint]) || CodePoint <- Output]]
    catch
        Class:Reason ->
            case is_rejection(Class, Reason) of
                true -> ["reject ", one_line(Reason)];
                false -> ["fault ", atom_to_list(Class), ": ", one_line(Reason)]
            end
    end.

one_line(Reason) ->
    lists:join(" ", string:lexemes(io_lib:format("~0P", [Reason, 20]), [$\s, $\t, $\n])).

main(_Arguments) ->
    case io:get_line("") of
        eof ->
            ok;
        Line ->
            reply(string:lexemes(Line, [$\s, $\t, $\n, $\r, "\r\n"])),
            main([])
    end.

reply(["conform" | _]) ->
    case version() of
        {ok, Version} ->
            io:put_chars(["conform 1 name=erlang-idna version=", Version, " language=Erlang ops=encode,decode\n"]);
        undefined ->
            io:put_chars("conform 1 error=the%20library%20idna%20is%20not%20on%20the%20code%20path\n"),
            halt(1)
    end;
reply([Id, Operation | Numbers]) ->
    CodePoints = [list_to_integer(Number, 16) || Number <- Numbers],
    io:put_chars([Id, " ", answer(Operation, CodePoints), "\n"]).
