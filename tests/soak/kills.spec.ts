import { test } from "../browser/demo";
import { checkKills } from "./checked-kills";

test("20 kills of the browser over 200 consolidations lose and double nothing", async ({ demo }) => {
  test.setTimeout(30 * 60_000);
  const { kills, consolidations, acknowledged, remembered } = await checkKills(demo, 20, 200);
  console.log(
    `${kills} kills, ${consolidations} consolidations: ${acknowledged.length} turns acknowledged, ${remembered.length} remembered, none twice`,
  );
});
