import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.*;

/**
 * Plays a seat of Clue with nothing but the JDK: cluetree play "bot:java examples/bots/Bot.java"
 *
 * It asks for cards that it has not seen. Once nobody can show one, it has found the envelope.
 */
public class Bot {
    static Map<?, ?> deck;
    static Object me;
    static Set<Object> seen;
    static List<?> found;

    public static void main(String[] arguments) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            var request = (Map<?, ?>) json(TOKEN.matcher(line));
            String result = play(request.get("method").toString(), (Map<?, ?>) request.get("params"));
            if (request.containsKey("id")) // what has none is told, not asked
                answers.printf("{\"jsonrpc\": \"2.0\", \"id\": %s, \"result\": %s}%n", request.get("id"), result);
        }
    }

    static String play(String method, Map<?, ?> params) {
        switch (method.replace("\"", "")) {
            case "begin" -> begin((Map<?, ?>) params.get("record"), (Map<?, ?>) params.get("deck"));
            case "observe" -> observe((Map<?, ?>) params.get("event"));
            case "suggest" -> {
                var asked = List.of(unseen(deck.get("suspects")), unseen(deck.get("weapons")), unseen(params.get("rooms")));
                return "{\"cards\": " + asked + "}";
            }
            case "show" -> { return "{\"card\": " + ((List<?>) params.get("options")).get(0) + "}"; }
            case "move" -> { return "{\"place\": " + ((List<?>) params.get("options")).get(0) + "}"; }
            case "accuse" -> { return "{\"cards\": " + found + "}"; }
        }
        return "{}";
    }

    static void begin(Map<?, ?> record, Map<?, ?> cards) {
        deck = cards;
        me = record.get("viewpoint");
        found = null;
        seen = new HashSet<>((List<?>) record.get("hand"));
        seen.addAll((List<?>) record.get("face_up"));
    }

    static void observe(Map<?, ?> event) {
        if (!event.get("kind").equals("\"suggestion\"") || !event.get("by").equals(me)) return;
        var shows = (List<?>) event.get("shows");
        for (Object show : shows) seen.add(((Map<?, ?>) show).get("card"));
        var cards = (List<?>) event.get("cards");
        if (shows.isEmpty() && Collections.disjoint(cards, seen)) found = cards;
    }

    static Object unseen(Object cards) {
        for (Object card : (List<?>) cards) if (!seen.contains(card)) return card;
        return ((List<?>) cards).get(0);
    }

    // JSON as maps and lists. Texts and numbers stay as they are written, and so can be sent back.

    static final Pattern TOKEN = Pattern.compile("[\\[\\]{}]|\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,:\\[\\]{}\"]+");

    static Object json(Matcher tokens) {
        tokens.find();
        String token = tokens.group();
        if (token.equals("{")) {
            var map = new HashMap<String, Object>();
            for (Object key = json(tokens); !key.equals("}"); key = json(tokens))
                map.put(key.toString().replace("\"", ""), json(tokens));
            return map;
        }
        if (!token.equals("[")) return token;
        var list = new ArrayList<>();
        for (Object part = json(tokens); !part.equals("]"); part = json(tokens)) list.add(part);
        return list;
    }
}
