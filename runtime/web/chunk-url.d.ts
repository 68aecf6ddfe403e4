/** See `chunkUrl` in `vite.config.ts`. */
declare module "*?chunk-url" {
  const url: string;
  export default url;
}
