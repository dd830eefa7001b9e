/** The parts of echarts that only treemaps and pies use. */
import { PieChart, TreemapChart } from "echarts/charts";
import { use } from "echarts/core";
import "./echartsCore";

use([TreemapChart, PieChart]);
