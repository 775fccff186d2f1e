// What our modules need of Lit; `make vendor` bundles it to src/parlour/web/static/vendor/lit.js.
export {LitElement, html, nothing} from "lit";
export {classMap} from "lit/directives/class-map.js";
export {live} from "lit/directives/live.js";
export {repeat} from "lit/directives/repeat.js";
