/** Saved views. */

export { changeView, deleteView, saveView, viewsOf } from "./savedViews";
