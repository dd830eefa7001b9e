/** Collects text and sends it in batches; one is in flight while the next is created. */
export class TextQueue {
  private text = "";
  private keys: number[] = [];
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    /** Length from which a batch is sent; a single added text is never split. */
    private readonly batchLetters: number,
    /** Receives one batch at a time. */
    private readonly send: (text: string, keys: readonly number[]) => Promise<void>,
  ) {}

  /** `key` identifies the owner of the text; the keys of a batch are sent with it. */
  async add(text: string, key: number): Promise<void> {
    if (text === "") return;
    this.text += text;
    this.keys.push(key);
    if (this.text.length >= this.batchLetters) await this.next();
  }

  /** Resolves when everything that was added has been sent. */
  async flush(): Promise<void> {
    await this.next();
    await this.underWay;
  }

  private async next(): Promise<void> {
    const { text, keys } = this;
    this.text = "";
    this.keys = [];
    await this.underWay;
    if (text === "") return;
    this.underWay = this.send(text, keys);
    // The next caller that awaits it receives the failure; until then it must not be an unhandled rejection.
    this.underWay.catch(() => undefined);
  }
}
