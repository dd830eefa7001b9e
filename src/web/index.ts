/**
 * web: the React application. `routes/` has one file per route and `screens/` the content of each page, made of `features/`,
 * `charts/` and `ui/`. `rpc/` fetches data, `format/` writes figures, dates and names, `hydration/` starts pages in the
 * browser, and `styles/` has the design tokens. Nothing is exported: the server runs the built application.
 */
export {};
