// The page's one door to the core: a line of JSON-RPC goes in, a line comes out.

/** An answer that says why something was not done. */
export class Refusal extends Error {
  constructor({ code, message, data }) {
    super(message.replace(/^\$\S*: /, "")); // where in the request it is says nothing to people
    this.code = code;
    this.data = data ?? {};
  }
}

/** No answer came, so nobody knows whether something was done. */
export class Lost extends Error {}

/** No answer came, as what should give it broke down; what is asked next starts it anew. */
export class Broken extends Lost {}

/** The code of an answer to someone who knows an older state of the game. */
export const BEHIND = 3;

/** Speaks JSON-RPC through any function that sends a line and brings its answer. */
export class Door {
  #send;
  #id = 0;

  constructor(send) {
    this.#send = send;
  }

  #request(method, params) {
    this.#id += 1;
    return { jsonrpc: "2.0", id: this.#id, method, params };
  }

  /** Ask one thing; throws a Refusal or Lost. */
  async call(method, params = {}) {
    const answer = JSON.parse(await this.#send(JSON.stringify(this.#request(method, params))));
    if (answer.error) throw new Refusal(answer.error);
    return answer.result;
  }

  /** Ask several things of one state of the games; throws the first Refusal. */
  async batch(calls) {
    const requests = calls.map(([method, params]) => this.#request(method, params));
    const answers = JSON.parse(await this.#send(JSON.stringify(requests)));
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return requests.map((request) => {
      const answer = byId.get(request.id);
      if (answer.error) throw new Refusal(answer.error);
      return answer.result;
    });
  }
}
