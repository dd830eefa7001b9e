/** How a page sleeps that stays as the server wrote it until a reader turns to it. */
export interface Sleep {
  isOver: boolean;
  /** False for a page that was never asleep in this browser. */
  readonly began: boolean;
  /** Resolves once it is over. */
  readonly over: Promise<void>;
  end: () => void;
  /** The control that was clicked last while the page slept: the click is made again when the page is awake. */
  clicked: HTMLElement | null;
  /** Ends listening to the reader; null before it has begun. */
  stop: (() => void) | null;
}

export function createSleep(isOver: boolean): Sleep {
  let resolve = () => {};
  const over = new Promise<void>((done) => {
    resolve = done;
  });
  const sleep: Sleep = {
    isOver,
    began: !isOver,
    over,
    end: () => {
      sleep.isOver = true;
      resolve();
    },
    clicked: null,
    stop: null,
  };
  return sleep;
}
