// Opens the connection dialog. The page loads its script at the first use.
import { showConnection } from "./connection.js";

export async function openSettings() {
  try {
    const dialog = await import("./settings.js");
    showConnection();
    dialog.open();
  } catch {
    // Chromium keeps the failure of an import until the page is loaded again.
    document.getElementById("service-state").textContent = "reload the page";
  }
}
