/** The parts of echarts that only scatter plots use. */
import { ScatterChart, type ScatterSeriesOption } from "echarts/charts";
import { type ComposeOption, use } from "echarts/core";
import { LabelLayout } from "echarts/features";
import "./echartsCore";

export type ScatterOption = ComposeOption<ScatterSeriesOption>;

use([ScatterChart, LabelLayout]);
