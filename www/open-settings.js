// Opens the connection dialog. The page loads its script at the first use.
import { showConnection } from "./connection.js";

export async function openSettings() {
  try {
    const dialog = await import("./settings.js");
    showConnection();
    dialog.open();
  } catch {
    document.getElementById("service-state").textContent = "try again";
  }
}
