import { browser } from '../connection/browser.ts';

/** Where there is no screen. */
const FRAME_MS = 16;

/** Pages that are hidden have no frames. */
const HIDDEN_MS = 100;

/** Calls `draw` with the next frame of the screen, or soon if there is none. */
export function onNextFrame(draw: () => void): void {
  const { requestAnimationFrame, cancelAnimationFrame } = browser;
  if (!requestAnimationFrame) return void setTimeout(draw, FRAME_MS);
  const timer = setTimeout(() => {
    cancelAnimationFrame?.(frame);
    draw();
  }, HIDDEN_MS);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    draw();
  });
}
