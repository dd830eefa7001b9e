/** Gathers text and hands it on in batches, one of them under way while the next is made. */
export class TextQueue {
  private text = "";
  private keys: number[] = [];
  private underWay: Promise<void> = Promise.resolve();

  constructor(
    /** Letters from which a batch is sent; what is added at once is never split. */
    private readonly batchLetters: number,
    /** Takes one batch at a time. */
    private readonly send: (text: string, keys: readonly number[]) => Promise<void>,
  ) {}

  /** `key` names what the text belongs to; the keys of a batch are sent with it. */
  async add(text: string, key: number): Promise<void> {
    if (text === "") return;
    this.text += text;
    this.keys.push(key);
    if (this.text.length >= this.batchLetters) await this.next();
  }

  /** Everything that was added has been taken once this has resolved. */
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
    // A failure is told to whoever waits next; until then it is not an unhandled one.
    this.underWay.catch(() => undefined);
  }
}
