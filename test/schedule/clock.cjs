/** Preload (`node --require`): the command starts at EKS_PREFLIGHT_TEST_CLOCK, so tests need not wait for a night. */
const RealDate = Date;
const offset = RealDate.parse(process.env.EKS_PREFLIGHT_TEST_CLOCK) - RealDate.now();

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offset] : given));
  }
  static now() {
    return RealDate.now() + offset;
  }
};
