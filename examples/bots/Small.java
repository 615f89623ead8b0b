import java.util.*;
import java.util.regex.*;

public class Small {
    static List<String> suspects, weapons, hand;

    public static void main(String[] arguments) {
        var requests = new Scanner(System.in, "UTF-8");
        while (requests.hasNextLine()) {
            String line = requests.nextLine(), result = answer(line), id = field("\"id\": ?(\\d+)", line);
            if (id != null) // what has none is told, not asked
                System.out.println("{\"jsonrpc\": \"2.0\", \"id\": " + id + ", \"result\": " + result + "}");
        }
    }

    static String answer(String line) {
        switch (field("\"method\": ?\"(\\w+)\"", line)) {
            case "begin" -> { suspects = list("suspects", line); weapons = list("weapons", line); hand = list("hand", line); }
            case "suggest" -> { return "{\"cards\": " + List.of(any(suspects), any(weapons), any(list("rooms", line))) + "}"; }
            case "show" -> { return "{\"card\": " + list("options", line).get(0) + "}"; }
            case "move" -> { return "{\"place\": " + field("\"options\": ?\\[(\\[\\d+,\\d+\\]|\"[^\"]*\")", line) + "}"; }
            case "accuse" -> { return "{\"cards\": null}"; }
        }
        return "{}";
    }

    static String any(List<String> cards) {
        return cards.stream().filter(card -> !hand.contains(card)).findAny().orElse(cards.get(0));
    }

    static String field(String pattern, String line) {
        var found = Pattern.compile(pattern).matcher(line);
        return found.find() ? found.group(1) : null;
    }

    static List<String> list(String name, String line) { // its texts, with their quotes
        String texts = field("\"" + name + "\": ?\\[([^\\]]*)\\]", line);
        return Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"").matcher(texts).results().map(MatchResult::group).toList();
    }
}
