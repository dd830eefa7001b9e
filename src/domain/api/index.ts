/** The wire contract of the data API: responses, named series, the reference of endpoints, version 3. */

export * from "./answers";
export * from "./dataSet";
export * from "./endpointReference";
export * from "./namedSeries";
export * from "./sampleMark";
export * from "./version3";
export * from "./wire";
