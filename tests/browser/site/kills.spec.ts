import { checkKills } from "../../soak/checked-kills";
import { test } from "../demo";

test("three kills of the browser while it consolidates lose and double nothing", async ({ demo }) => {
  test.setTimeout(4 * 60_000);
  await checkKills(demo, 3, 12);
});
