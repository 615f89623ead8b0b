import java.util.*;
import java.util.regex.*;

public class Small {
    static List<String> suspects, weapons, solution;
    static Set<String> seen;
    static String me;

    public static void main(String[] arguments) {
        var requests = new Scanner(System.in, "UTF-8");
        while (requests.hasNextLine()) {
            String line = requests.nextLine(), result = answer(line), id = field("\"id\": ?(\\d+)", line);
            if (id != null) // a notification has none
                System.out.println("{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"result\": " + result + "}");
        }
    }

    static String answer(String line) {
        switch (field("\"method\": ?\"(\\w+)\"", line)) {
            case "begin" -> begin(line);
            case "observe" -> observe(line);
            case "suggest" -> { return "{\"cards\": " + List.of(unseen(suspects), unseen(weapons), unseen(list("rooms", line))) + "}"; }
            case "show" -> { return "{\"card\": " + list("options", line).get(0) + "}"; }
            case "move" -> { return "{\"place\": " + field("\"options\": ?\\[(\\[\\d+,\\d+\\]|\"[^\"]*\")", line) + "}"; }
            case "accuse" -> { return "{\"cards\": " + solution + "}"; }
        }
        return "{}";
    }

    static void begin(String line) {
        suspects = list("suspects", line);
        weapons = list("weapons", line);
        seen = new HashSet<>(list("hand", line));
        me = field("\"viewpoint\": ?(\"[^\"]*\")", line);
        solution = null;
    }

    static void observe(String line) {
        if (!line.contains("\"suggestion\"") || !me.equals(field("\"by\": ?(\"[^\"]*\")", line)))
            return;
        var cards = list("cards", line);
        String shown = field("\"card\": ?(\"[^\"]*\")", line);
        if (shown != null)
            seen.add(shown);
        else if (Collections.disjoint(seen, cards))
            solution = cards;
    }

    static String unseen(List<String> cards) {
        return cards.stream().filter(card -> !seen.contains(card)).findFirst().orElse(cards.get(0));
    }

    static String field(String pattern, String line) {
        var found = Pattern.compile(pattern).matcher(line);
        return found.find() ? found.group(1) : null;
    }

    static List<String> list(String name, String line) { // of texts with their quotes
        String texts = field("\"" + name + "\": ?\\[([^\\]]*)\\]", line);
        return Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"").matcher(texts).results().map(MatchResult::group).toList();
    }
}
