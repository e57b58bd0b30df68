/**
 * Preload (`node --require`) for the command in loopback worlds: it starts on 2026-11-20 at noon, when their stored
 * inventories were taken, so that a report with dates is the same on every day.
 */
const RealDate = Date;
const offset = RealDate.parse('2026-11-20T12:00:00.000Z') - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offset] : given));
  }
  static now() {
    return RealDate.now() + offset;
  }
};
