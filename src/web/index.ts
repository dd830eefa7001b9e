/**
 * web: the React application. Pages live in `routes/`, what they are made of in `features/`, `charts/` and `ui/`.
 * Nothing is exported: the server runs the built application (`dist/web`), it does not import it.
 */
export {};
