import { type LevelPart, levelParts, metricParts, unknownMetric } from "#domain/metrics";
import { metricPartSql, readMetricTuple } from "../sql/metricParts";
import { WrittenJson } from "./writtenJson";

const parts = metricParts.map((part) => `${part} Nullable(Float64)`).join(", ");

/** SQL of a key and a metric value with all of its changes, the value as an object of JSON. */
export const writtenMetricSql = (key: string, column: (name: string) => string): string =>
  `tuple(${key}, CAST(tuple(${metricParts.map((part) => metricPartSql(part, column)).join(", ")}), 'Tuple(${parts})'))`;

export const unknownWritten = new WrittenJson(JSON.stringify(unknownMetric));

/** The metrics in a list that `writtenMetricSql` makes: `[[71,{"val":1,…}],[70,{…}]]`. */
export function writtenMetrics(list: string): [id: number, value: WrittenJson][] {
  const found: [number, WrittenJson][] = [];
  const isPlain = !hasOwnNumbers(list);
  for (let at = list.indexOf("[", 1); at >= 0; at = list.indexOf("[", at)) {
    const comma = list.indexOf(",", at);
    const end = list.indexOf("}", comma) + 1;
    const value = list.slice(comma + 1, end);
    const text = isPlain || !hasOwnNumbers(value) ? value : rewritten(value);
    found.push([Number(list.slice(at + 1, comma)), new WrittenJson(text)]);
    at = end;
  }
  return found;
}

/** Whether there are exponents, negative zeros or non-finite values, which the engine formats differently. */
const hasOwnNumbers = (json: string) =>
  json.includes("e") || json.includes(':"') || json.includes("-0,") || json.includes("-0}");

function rewritten(value: string): string {
  const read = JSON.parse(value) as Record<LevelPart, number | null>;
  return JSON.stringify(readMetricTuple([0, ...levelParts.map((part) => read[part])]));
}
