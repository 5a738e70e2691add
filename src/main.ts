console.log("cotty");
