%% The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal. The adapter defines call/2
%% from an operation and a list of code points to another, and is_rejection/2, which says of the class and the reason of what
%% was raised whether it refuses the input; anything else is a fault. A string is a list of integers here, so it holds any.

main(_Arguments) ->
    case io:get_line("") of
        eof ->
            ok;
        Line ->
            reply(string:lexemes(Line, [$\s, $\t, $\n, $\r, "\r\n"])),
            main([])
    end.

reply(["conform" | _]) ->
    application:load(idna),
    case application:get_key(idna, vsn) of
        {ok, Version} ->
            io:put_chars(["conform 1 name=erlang-idna version=", Version, " language=Erlang echo=yes\n"]);
        undefined ->
            io:put_chars("conform 1 error=the%20library%20idna%20is%20not%20on%20the%20code%20path\n"),
            halt(1)
    end;
reply([Id, Operation | Numbers]) ->
    CodePoints = [list_to_integer(Number, 16) || Number <- Numbers],
    io:put_chars([Id, " ", answer(Operation, CodePoints), "\n"]).

answer("echo", CodePoints) ->
    ["ok" | hexadecimal(CodePoints)];
answer(Operation, CodePoints) ->
    try ["ok" | hexadecimal(call(Operation, CodePoints))]
    catch
        Class:Reason ->
            case is_rejection(Class, Reason) of
                true -> ["reject ", one_line(Reason)];
                false -> ["fault ", atom_to_list(Class), ": ", one_line(Reason)]
            end
    end.

hexadecimal(CodePoints) ->
    [io_lib:format(" ~.16b", [CodePoint]) || CodePoint <- CodePoints].

one_line(Reason) ->
    lists:join(" ", string:lexemes(io_lib:format("~0P", [Reason, 20]), [$\s, $\t, $\n])).
