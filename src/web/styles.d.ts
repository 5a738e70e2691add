/** Style sheets are imported for their effect; Vite puts them into the page. */
declare module "*.css";
