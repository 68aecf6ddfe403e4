/** Whether this browser can draw with WebGL; some machines and settings keep it off. */
export function hasWebGl(): boolean {
  const canvas = document.createElement("canvas");
  return (canvas.getContext("webgl2") ?? canvas.getContext("webgl")) !== null;
}
