import { breaksNoRule } from "../support/accessibilitySuite";

breaksNoRule("on a phone", { theme: "light", width: 390, rules: "structure" });
