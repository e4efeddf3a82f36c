//! A fake WebSocket for tests, controlled from the server's side.
import type { Message } from '../frames';

/** The server's side of a socket. */
export class FakeSocket {
  readyState: WebSocket['readyState'] = 0;
  onopen: WebSocket['onopen'] = null;
  onmessage: WebSocket['onmessage'] = null;
  onclose: WebSocket['onclose'] = null;
  readonly sent: Message[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Message);
  }
  close(): void {
    this.readyState = 3;
  }
  accept(): void {
    this.readyState = 1;
    this.onopen?.call(this as unknown as WebSocket, new Event('open'));
  }
  say(...frames: object[]): void {
    for (const frame of frames) {
      const event = new MessageEvent('message', { data: JSON.stringify(frame) });
      this.onmessage?.call(this as unknown as WebSocket, event);
    }
  }
  breakOff(): void {
    this.readyState = 3;
    this.onclose?.call(this as unknown as WebSocket, new Event('close') as CloseEvent);
  }
  said<Kind extends Message['kind']>(kind: Kind): Extract<Message, { kind: Kind }>[] {
    return this.sent.filter((one): one is Extract<Message, { kind: Kind }> => one.kind === kind);
  }
}
