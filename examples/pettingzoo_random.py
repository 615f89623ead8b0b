"""Random players in the PettingZoo environment: the basic loop for training."""

from random import Random

from cluetree.play import Rules
from cluetree.play.env import ClueEnv


def main() -> None:
    """Play a few games; a player who knows the envelope accuses automatically."""
    clue = ClueEnv(Rules(players=("player_0", "player_1", "player_2")))
    rng = Random(1)
    for seed in range(5):
        clue.reset(seed=seed)
        rewards = dict.fromkeys(clue.possible_agents, 0.0)
        decisions = 0
        for player in clue.agent_iter():
            observation, reward, terminated, truncated, _ = clue.last()
            rewards[player] += reward
            if terminated or truncated:
                clue.step(None)
            else:
                legal = observation["action_mask"].nonzero()[0]
                clue.step(int(rng.choice(legal)))
                decisions += 1
        winner = max(rewards, key=lambda player: rewards[player])
        print(f"game {seed}: {decisions} decisions, {winner} wins")


if __name__ == "__main__":
    main()
