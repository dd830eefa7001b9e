import type { Figures } from "./figuresCsv";
import { saveFile } from "./saveFile";

const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Downloads figures as a file. */
export async function saveFigures(figures: Figures, format: "csv" | "xlsx", name: string): Promise<void> {
  if (format === "csv") {
    const { figuresCsv } = await import("./figuresCsv");
    saveFile(figuresCsv(figures), name, "text/csv;charset=utf-8");
  } else {
    const { figuresWorkbook } = await import("./figuresWorkbook");
    saveFile(await figuresWorkbook(figures), name, WORKBOOK_TYPE);
  }
}
