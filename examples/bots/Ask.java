import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;

/**
 * A client that plays no seat: it reports an event to `cluetree serve` and asks what to suggest.
 *
 * <p>java examples/bots/Ask.java; $CLUETREE is the command that starts the server.
 */
public class Ask {
    static final Map<Integer, CompletableFuture<String>> waiting = new ConcurrentHashMap<>(); // by id
    static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
    static PrintStream requests;
    static int number = 0;

    public static void main(String[] arguments) throws Exception {
        String command = Objects.requireNonNullElse(System.getenv("CLUETREE"), "cluetree serve");
        Process server = new ProcessBuilder(command.split(" ")).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        requests = new PrintStream(server.getOutputStream(), true, StandardCharsets.UTF_8);
        new Thread(() -> server.inputReader(StandardCharsets.UTF_8).lines().forEach(Ask::take)).start();

        ask("new", """
            {"game": "mine", "record": {"edition": "clue-us", "players": [{"name": "Ann", "hand_size": 6},
            {"name": "Bob", "hand_size": 6}, {"name": "Eve", "hand_size": 6}], "viewpoint": "Ann",
            "hand": ["mustard", "knife", "rope", "hall", "study", "lounge"]}}""").get();
        ask("tell", "{\"game\": \"mine\", \"event\": \"Bob: white, wrench, library -> Eve shows\"}").get();
        var beliefs = ask("beliefs", "{\"game\": \"mine\"}"); // both are asked before either is awaited
        var advice = ask("advise", "{\"game\": \"mine\", \"top\": 1}");
        System.out.println(found("\"deals\":(\\d+)", beliefs.get()) + " deals; ask for "
            + found("\"guess\":\\[(.*?)\\]", advice.get()).replace("\"", "").replace(",", ", "));
        server.getOutputStream().close();
    }

    static CompletableFuture<String> ask(String method, String params) {
        var answer = new CompletableFuture<String>();
        waiting.put(++number, answer);
        requests.printf("{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"%s\", \"params\": %s}%n",
            number, method, params.replace("\n", " "));
        return answer;
    }

    static void take(String line) {
        waiting.remove(Integer.valueOf(found(ID.pattern(), line))).complete(line);
    }

    static String found(String pattern, String line) { // a real program has a library for JSON
        Matcher matcher = Pattern.compile(pattern).matcher(line);
        if (!matcher.find()) throw new IllegalStateException(line);
        return matcher.group(1);
    }
}
