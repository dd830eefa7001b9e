import { breaksNoRule, hasHeadingsInOrder } from "../support/accessibilitySuite";

breaksNoRule("in light", { theme: "light", rules: "all" });
hasHeadingsInOrder();
