import { benchRequests } from "./requests.ts";
console.log(await benchRequests({ corpus: "/tmp/xt/corpus.json", rounds: 2, seconds: 3 }));
