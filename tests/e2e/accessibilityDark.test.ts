import { breaksNoRule } from "../support/accessibilitySuite";

breaksNoRule("in dark", { theme: "dark", rules: "colors" });
